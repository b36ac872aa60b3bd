// The server's process loads this file before the server. The signal SIGUSR2 turns the fault on and
// off.
import { refuseWrites } from '#server/store/embedded/refused-writes.fixture.ts'

const dayMs = 86_400_000
const kinds: Record<string, () => () => void> = {
  'read-only': () => refuseWrites(process.env['BOZZETTO_DATA'] ?? '', 'EROFS'),
  'next-day': jumpByADay,
}

/** Moves the clock to tomorrow, also for the embedded database, which uses `Date`. */
function jumpByADay(): () => void {
  const Real = globalThis.Date
  const now = () => Real.now() + dayMs
  globalThis.Date = new Proxy(Real, {
    construct: (target, given: [], self) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], self) as Date,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  })
  return () => {
    globalThis.Date = Real
  }
}

const begin = kinds[process.env['BOZZETTO_TROUBLE'] ?? '']
let end: (() => void) | undefined
process.on('SIGUSR2', () => {
  if (end) {
    end()
    end = undefined
  } else end = begin?.()
  console.error(end ? 'The fault has begun.' : 'The fault is over.')
})
