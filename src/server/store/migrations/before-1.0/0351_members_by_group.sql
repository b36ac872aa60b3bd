-- Expands: earlier versions leave such members alone.
-- Came by a group of the identity provider or the proxy, and goes with it.
alter table team_members add column is_by_group boolean not null default false;
