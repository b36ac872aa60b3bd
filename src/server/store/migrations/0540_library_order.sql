-- Expands: the version before lists the models only by age.
create index assets_name on assets ((left(fold_text(name), 100) collate "C"), id);
--> statement-breakpoint
create index assets_size on assets (size_bytes, id);
