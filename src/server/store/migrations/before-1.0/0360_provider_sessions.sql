-- Expands. Which sessions an identity provider has opened, so that signing out there ends them here.
alter table sessions add column provider_session text;
