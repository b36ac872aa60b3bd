import { HttpError } from '../../errors/http-error.ts'

/** A task that came to a bad end at its service: reading it again will not make it better. */
export class TaskFailedError extends HttpError {}
