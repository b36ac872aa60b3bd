CREATE TABLE "deletions" (
	"id" text PRIMARY KEY NOT NULL,
	"count" integer DEFAULT 1 NOT NULL
);
