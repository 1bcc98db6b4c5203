// Plays in many rooms at once. In each room a move is made as soon as both players have seen the one before.
// node load.mjs PORT ROOMS WARM MOVES: it says `begin` when every room has made WARM moves, waits for a line,
// makes MOVES more in each, and says `end`.
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

const { io } = createRequire(import.meta.url)('socket.io-client')
const [port, rooms, warm, moves] = process.argv.slice(2).map(Number)
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

function connect(room, seat) {
  return new Promise((resolve) => {
    seat.socket = io(`${base}/count`, { transports: ['websocket'], forceNew: true })
    seat.socket.on('connect', () =>
      seat.socket.emit('sync', room.matchID, seat.playerID, seat.credentials, 2))
    seat.socket.on('sync', (_, info) => {
      seat.stateID = info.state._stateID
      resolve()
    })
    seat.socket.on('update', (_, state) => {
      seat.stateID = state._stateID
      if (room.seats.every((other) => other.stateID === seat.stateID)) go(room)
    })
  })
}

function go(room) {
  const { stateID } = room.seats[0]
  if (stateID >= room.goal) return room.done()
  const { playerID, credentials, socket } = room.seats[stateID % 2]
  const payload = { type: 'add', args: [1 + (stateID % 9)], playerID, credentials }
  socket.emit('update', { type: 'MAKE_MOVE', payload }, stateID, room.matchID, playerID)
}

function play(room, more) {
  return new Promise((resolve) => {
    room.goal += more
    room.done = resolve
    go(room)
  })
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const all = []
for (let n = 0; n < rooms; n++) {
  const room = await open()
  for (const seat of room.seats) await connect(room, seat)
  all.push(room)
}
await Promise.all(all.map((room) => play(room, warm)))
process.stdout.write('begin\n')
await lines.next()
await Promise.all(all.map((room) => play(room, moves)))
process.stdout.write('end\n')
await lines.next()
process.exit(0)
