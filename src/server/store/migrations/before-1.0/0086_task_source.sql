ALTER TABLE "tasks" ADD COLUMN "source" jsonb;
