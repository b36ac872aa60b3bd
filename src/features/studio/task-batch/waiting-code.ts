/** This module bundles the code for sending later, so that it loads as one file. */
export { sendQueue } from './send-queue.ts'
export { sendMainPicture } from './waiting-sender.ts'
