-- Expands: earlier versions know passwords only.
create table identities (
  issuer text not null,
  subject text not null,
  user_id text not null,
  -- The role of an admin came from a group, and goes with it.
  is_admin_by_group boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);
-- Came by themselves; off until an admin approves.
alter table users add column is_waiting boolean not null default false;
-- May sign in with this address at the identity provider instead of the link.
alter table invitations add column email text;
