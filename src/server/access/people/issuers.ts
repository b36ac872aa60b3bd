import { sql, type Column, type SQL } from 'drizzle-orm'

/**
 * Returns the condition that the issuer's account is neither disabled nor scheduled for deletion.
 * Share links and grants work only while this is true. Before there are accounts, every row
 * matches.
 */
export const isIssuedByActive = (issuer: Column): SQL =>
  sql`not exists (select 1 from users where users.id = ${issuer} and (users.is_off or users.delete_at is not null))`

export const isIssuedByAdmin = (issuer: Column): SQL =>
  sql`exists (select 1 from users where users.id = ${issuer} and users.role = 'admin' and not users.is_off and users.delete_at is null)`

/**
 * Returns the condition that the owner's account is not disabled. A scheduled deletion does not
 * matter, because only the owner uses these rows.
 */
export const isOwnerOn = (owner: Column): SQL =>
  sql`not exists (select 1 from users where users.id = ${owner} and users.is_off)`
