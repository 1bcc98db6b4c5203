// Play many matches at once. In each, a move is made as soon as both players have seen the one before.
// node load.mjs PORT MATCHES WARM MOVES: prints `begin` when every match has made WARM moves, waits for a line,
// makes MOVES more in each, and prints `end`.
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

const { io } = createRequire(import.meta.url)('socket.io-client')
const [port, matchCount, warm, moves] = process.argv.slice(2).map(Number)
const base = `http://127.0.0.1:${port}`

async function post(path, data) {
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}

async function open() {
  const { matchID } = await post('/games/count/create', { numPlayers: 2 })
  const seats = []
  for (const playerID of ['0', '1']) {
    const joined = await post(`/games/count/${matchID}/join`, { playerID, playerName: `Mole ${playerID}` })
    seats.push({ playerID, credentials: joined.playerCredentials, stateID: -1 })
  }
  return { matchID, seats, goal: 0, done: () => {} }
}

function connect(match, seat) {
  return new Promise((resolve) => {
    seat.socket = io(`${base}/count`, { transports: ['websocket'], forceNew: true })
    seat.socket.on('connect', () =>
      seat.socket.emit('sync', match.matchID, seat.playerID, seat.credentials, 2))
    seat.socket.on('sync', (_, info) => {
      seat.stateID = info.state._stateID
      resolve()
    })
    seat.socket.on('update', (_, state) => {
      seat.stateID = state._stateID
      if (match.seats.every((other) => other.stateID === seat.stateID)) go(match)
    })
  })
}

function go(match) {
  const { stateID } = match.seats[0]
  if (stateID >= match.goal) return match.done()
  const { playerID, credentials, socket } = match.seats[stateID % 2]
  const payload = { type: 'add', args: [1 + (stateID % 9)], playerID, credentials }
  socket.emit('update', { type: 'MAKE_MOVE', payload }, stateID, match.matchID, playerID)
}

function play(match, more) {
  return new Promise((resolve) => {
    match.goal += more
    match.done = resolve
    go(match)
  })
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const all = []
for (let n = 0; n < matchCount; n++) {
  const match = await open()
  for (const seat of match.seats) await connect(match, seat)
  all.push(match)
}
await Promise.all(all.map((match) => play(match, warm)))
process.stdout.write('begin\n')
await lines.next()
await Promise.all(all.map((match) => play(match, moves)))
process.stdout.write('end\n')
await lines.next()
process.exit(0)
