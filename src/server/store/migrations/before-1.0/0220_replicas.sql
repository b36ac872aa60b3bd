-- Expands: earlier versions work alone, and take no notice of who has what.
CREATE TABLE "replicas" (
	"id" text PRIMARY KEY NOT NULL,
	"lease_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "replica_id" text;
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "stop_asked_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "replica_id" text;
--> statement-breakpoint
ALTER TABLE "run_pieces" ADD COLUMN "moved_up_to" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "runs" SET "status" = 'interrupted', "finished_at" = now() WHERE "status" = 'running' AND EXISTS (
	SELECT 1 FROM "runs" AS "later" WHERE "later"."answer_id" = "runs"."answer_id" AND "later"."status" = 'running' AND "later"."id" > "runs"."id"
);
--> statement-breakpoint
CREATE UNIQUE INDEX "runs_writing" ON "runs" USING btree ("answer_id") WHERE "status" = 'running';
