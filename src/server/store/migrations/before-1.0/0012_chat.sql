create table folders (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now()
);

alter table conversations
  add column folder_id text references folders(id) on delete set null,
  add column leaf_id text,
  add column settings jsonb,
  add column is_named boolean not null default false,
  add column pinned_at timestamptz,
  add column archived_at timestamptz,
  add column deleted_at timestamptz;
-- Names given until now may be a person's own; none of them may be lost to a found title.
update conversations set is_named = true;
drop index conversations_updated_at;
create index conversations_active on conversations ((pinned_at is null), updated_at desc, id desc)
  where deleted_at is null and archived_at is null;
create index conversations_folder on conversations (folder_id) where folder_id is not null;
create index conversations_deleted_at on conversations (deleted_at) where deleted_at is not null;

alter table messages add column run_id text;
update messages set run_id = runs.id from runs where runs.answer_id = messages.id;
create index messages_created_at on messages (created_at desc, id desc);

-- An answer that is continued is written by several runs.
alter table runs drop constraint runs_answer_id_unique;
alter table runs
  add column settings jsonb,
  add column finish_reason text,
  add column cost jsonb,
  add column writing_ms real;
create index runs_answer_id on runs (answer_id);
create index runs_conversation_id on runs (conversation_id);

create table tool_calls (
  message_id text not null references messages(id) on delete cascade,
  index integer not null,
  round integer not null,
  upstream_id text not null,
  name text not null,
  arguments text not null,
  status text not null,
  result text,
  text_at integer not null,
  reasoning_at integer not null,
  duration_ms real,
  primary key (message_id, index)
);

create table documents (
  id text primary key,
  sha256 text not null unique,
  name text not null,
  mime_type text not null,
  size_bytes integer not null,
  text text not null,
  text_length integer not null,
  pages integer,
  is_cut boolean not null,
  created_at timestamptz not null default now()
);

create table message_attachments (
  message_id text not null references messages(id) on delete cascade,
  position integer not null,
  file_id text references files(id),
  document_id text references documents(id),
  primary key (message_id, position),
  check (num_nonnulls(file_id, document_id) = 1)
);
create index message_attachments_file on message_attachments (file_id) where file_id is not null;
create index message_attachments_document on message_attachments (document_id) where document_id is not null;

create table presets (
  id text primary key,
  name text not null,
  model_id text,
  settings jsonb not null,
  created_at timestamptz not null default now()
);

create table prompts (
  id text primary key,
  title text not null,
  command text not null unique,
  text text not null,
  created_at timestamptz not null default now()
);
