import { expect, it } from 'vitest'
import { openTestStore } from '../store/store.fixture.ts'
import { openTestAccess } from './access.fixture.ts'

const password = 'correct horse battery staple'

it('signIn accepts the right password while the stored accounts are being reloaded', async () => {
  const store = await openTestStore()
  const access = await openTestAccess(store, { password })
  const caller = { address: '127.0.0.1', device: undefined, userAgent: 'a test' }
  const signIn = () => access.signInFlow.signIn({ password }, caller)
  const refused: unknown[] = []
  for (let round = 0; round < 20; round++) {
    await Promise.all([
      signIn().catch((error: unknown) => refused.push(error)),
      access.readAgain(),
      access.readAgain(),
    ])
  }
  expect(refused).toEqual([])
  await expect(access.signInFlow.signIn({ password: 'a wrong one' }, caller)).rejects.toThrow(
    'Wrong',
  )
  await access.close()
  await store.close()
})
