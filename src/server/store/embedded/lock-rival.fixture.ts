import { lockFolder } from './lock.ts'

/** Messages between a test and a process that competes for a data folder. */
export type RivalOrder = { enter: string; atMs: number } | { leave: true }
export type RivalAnswer = { ready: true } | { isIn: boolean; reason: string }

const answer = (said: RivalAnswer) => process.send?.(said)
let unlock: (() => Promise<void>) | undefined

async function obey(order: RivalOrder): Promise<void> {
  if ('leave' in order) {
    await unlock?.()
    unlock = undefined
    return
  }
  // A busy loop, because with timers the processes would start several milliseconds apart.
  while (Date.now() < order.atMs);
  try {
    unlock = await lockFolder(order.enter)
    answer({ isIn: true, reason: '' })
  } catch (error) {
    answer({ isIn: false, reason: error instanceof Error ? error.message : String(error) })
  }
}

process.on('message', (order: RivalOrder) => {
  if ('leave' in order) void obey(order).then(() => answer({ ready: true }))
  else void obey(order)
})
process.on('disconnect', () => process.exit())
answer({ ready: true })
