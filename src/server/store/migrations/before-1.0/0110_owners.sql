-- Whose each row is. Until there are accounts everything belongs to `owner`, who becomes the first of them.
alter table files add column owner_id text not null default 'owner';
alter table tasks add column owner_id text not null default 'owner';
alter table task_events add column owner_id text not null default 'owner';
alter table assets add column owner_id text not null default 'owner';
alter table folders add column owner_id text not null default 'owner';
alter table conversations add column owner_id text not null default 'owner';
alter table shares add column owner_id text not null default 'owner';
alter table messages add column owner_id text not null default 'owner';
alter table runs add column owner_id text not null default 'owner';
alter table tool_calls add column owner_id text not null default 'owner';
alter table answer_steps add column owner_id text not null default 'owner';
alter table documents add column owner_id text not null default 'owner';
alter table document_texts add column owner_id text not null default 'owner';
alter table folder_documents add column owner_id text not null default 'owner';
alter table document_passages add column owner_id text not null default 'owner';
alter table message_attachments add column owner_id text not null default 'owner';
alter table memories add column owner_id text not null default 'owner';
alter table memory_settings add column owner_id text not null default 'owner';
alter table presets add column owner_id text not null default 'owner';
alter table prompts add column owner_id text not null default 'owner';
alter table run_pieces add column owner_id text not null default 'owner';
alter table api_keys add column owner_id text not null default 'owner';

-- The same bytes, and the same command, are each person's own.
alter table files drop constraint files_sha256_unique;
alter table files add constraint files_owner_sha256_unique unique (owner_id, sha256);
alter table documents drop constraint documents_sha256_key;
alter table documents add constraint documents_owner_sha256_unique unique (owner_id, sha256);
alter table prompts drop constraint prompts_command_key;
alter table prompts add constraint prompts_owner_command_unique unique (owner_id, command);

-- What lists begin with.
create index conversations_owner on conversations (owner_id, updated_at desc, id desc);
create index assets_owner on assets (owner_id, id);
create index tasks_owner on tasks (owner_id, created_at);

alter table sessions add column user_id text not null default 'owner';
update memory_settings set id = 'owner';
