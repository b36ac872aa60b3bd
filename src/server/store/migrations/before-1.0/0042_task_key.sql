ALTER TABLE "tasks" ADD COLUMN "key_id" text;
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "key_id" text;
