import { HttpError } from '../../errors/http-error.ts'

/** A task that failed on its service. Polling the task again is pointless. */
export class TaskFailedError extends HttpError {}
