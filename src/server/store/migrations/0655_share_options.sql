-- Expands
alter table shares add column can_download boolean not null default true;
--> statement-breakpoint
alter table shares add column alt_text text;
--> statement-breakpoint
alter table shares add column expires_at timestamptz;
