// Loaded into the server's process before the server: makes fault from one SIGUSR2 to the next.
import { refuseWrites } from '#server/store/embedded/refused-writes.fixture.ts'

const dayMs = 86_400_000
const kinds: Record<string, () => () => void> = {
  'read-only': () => refuseWrites(process.env['BOZZETTO_DATA'] ?? '', 'EROFS'),
  'next-day': jumpByADay,
}

/** Today's date, but tomorrow's, also for the embedded database, which asks this one. */
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
