import { resealMcpRows } from '../mcp-client/mcp-rows.ts'
import { resealSettings } from '../settings/server-settings.ts'
import { resealPushKeys } from '../push/push-keys.ts'
import type { Database } from '../store/store.ts'
import { resealWebApis } from '../web-apis/web-api-rows.ts'
import type { Reseal } from '../vault/vault.ts'
import { resealRows } from './connection-rows.ts'

/** Re-encrypts all stored secrets in the transaction of `db`. */
export async function resealAll(db: Database, again: Reseal): Promise<void> {
  await resealRows(db, again)
  await resealMcpRows(db, again)
  await resealSettings(db, again)
  await resealPushKeys(db, again)
  await resealWebApis(db, again)
}
