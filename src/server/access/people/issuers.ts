import { sql, type Column, type SQL } from 'drizzle-orm'

/**
 * Returns the condition that the issuer of a row may act. Share links and grants do not work while
 * their issuer's account is disabled or scheduled for deletion. The condition reads the current
 * row, so it applies to all servers immediately. Before there are accounts, `users` is empty and
 * every row matches.
 */
export const isIssuedByActive = (issuer: Column): SQL =>
  sql`not exists (select 1 from users where users.id = ${issuer} and (users.is_off or users.delete_at is not null))`

export const isIssuedByAdmin = (issuer: Column): SQL =>
  sql`exists (select 1 from users where users.id = ${issuer} and users.role = 'admin' and not users.is_off and users.delete_at is null)`

/**
 * Returns the condition that the owner's account is not disabled. Unlike `isIssuedByActive`, it
 * ignores a scheduled deletion, because only the owner uses these rows.
 */
export const isOwnerOn = (owner: Column): SQL =>
  sql`not exists (select 1 from users where users.id = ${owner} and users.is_off)`
