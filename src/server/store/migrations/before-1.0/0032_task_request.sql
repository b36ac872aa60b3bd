ALTER TABLE "tasks" ADD COLUMN "request_id" text;
