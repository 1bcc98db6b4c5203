// boardgame.io's own server with its store in memory. The game: two players in turn add a number to a sum.
import { createRequire } from 'node:module'

const { Server, Origins } = createRequire(import.meta.url)('boardgame.io/server')

const COUNT = {
  name: 'count',
  setup: () => ({ sum: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  minPlayers: 2,
  maxPlayers: 2,
  moves: {
    add: ({ G }, number) => {
      if (!Number.isInteger(number) || number < 1 || number > 9) return 'INVALID_MOVE'
      G.sum += number
    },
  },
}

const server = Server({ games: [COUNT], origins: [Origins.LOCALHOST] })
await server.run(Number(process.argv[2]))
process.stdout.write('ready\n')
