ALTER TABLE "assets" ALTER COLUMN "task_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "assets" ALTER COLUMN "recipe" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "is_starred" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "assets" ADD COLUMN "folder" text;
