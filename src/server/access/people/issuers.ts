import { sql, type Column, type SQL } from 'drizzle-orm'

/**
 * Matches rows whose issuer may act. Share links and grants pause while their issuer is turned off
 * or due for deletion. Reads the current row, so it applies to all servers at once. Before there
 * are accounts, `users` is empty and everything matches.
 */
export const isIssuedByActive = (issuer: Column): SQL =>
  sql`not exists (select 1 from users where users.id = ${issuer} and (users.is_off or users.delete_at is not null))`

export const isIssuedByAdmin = (issuer: Column): SQL =>
  sql`exists (select 1 from users where users.id = ${issuer} and users.role = 'admin' and not users.is_off and users.delete_at is null)`

/**
 * Matches rows whose owner is not turned off. Unlike `isIssuedByActive`, it ignores a scheduled
 * deletion, because only the owner uses these rows.
 */
export const isOwnerOn = (owner: Column): SQL =>
  sql`not exists (select 1 from users where users.id = ${owner} and users.is_off)`
