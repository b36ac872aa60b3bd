-- Expands: earlier versions know passwords only.
create table passkeys (
  id text primary key,
  user_id text not null,
  name text not null,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
-- Of those that a passkey has answered; none counts twice.
create table used_challenges (
  digest text primary key,
  ends_at timestamptz not null
);
