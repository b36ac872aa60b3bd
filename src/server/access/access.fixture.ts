import { createTestAudit } from '../audit/audit.fixture.ts'
import type { Store } from '../store/store.ts'
import { openAccess, type Access } from './access.ts'

export const testPasswordCost = { cost: 16, blockSize: 8, passes: 1 }

export const testLinkToken = 'a-token-of-ours-'.padEnd(43, '0')

/** Opens access control for a server that only this machine can reach, unless `options` differ. */
export const openTestAccess = (
  store: Store,
  options: Partial<Parameters<typeof openAccess>[1]> = {},
): Promise<Access> =>
  openAccess(store, {
    listensOn: '127.0.0.1',
    names: [],
    proxies: [],
    secret: 'a secret of ours',
    audit: createTestAudit(),
    linkToken: testLinkToken,
    passwordCost: testPasswordCost,
    ...options,
  })
