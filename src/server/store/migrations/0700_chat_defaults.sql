-- Expands: the version before asks without these instructions and params.
create table chat_defaults (
  owner_id text not null default 'owner',
  model_id text not null default '',
  instructions text not null,
  params jsonb not null,
  primary key (owner_id, model_id)
);
