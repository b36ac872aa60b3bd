import { sql, type Column, type SQL } from 'drizzle-orm'

/**
 * Matches rows whose issuer may still give others access: links and grants pause while their issuer is turned off
 * or due for deletion. Reads the current row, so that it holds on all servers at once. Before there are accounts
 * nobody is listed in `users`, and everything matches.
 */
export const isIssuedByActive = (issuer: Column): SQL =>
  sql`not exists (select 1 from users where users.id = ${issuer} and (users.is_off or users.delete_at is not null))`

/** Matches rows whose issuer is an active admin. */
export const isIssuedByAdmin = (issuer: Column): SQL =>
  sql`exists (select 1 from users where users.id = ${issuer} and users.role = 'admin' and not users.is_off and users.delete_at is null)`

/** Matches what people use themselves: it works until they are turned off, also while their deletion is due. */
export const isOwnerOn = (owner: Column): SQL =>
  sql`not exists (select 1 from users where users.id = ${owner} and users.is_off)`
