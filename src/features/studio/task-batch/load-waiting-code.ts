/** Loads the code for sending later. */
export const loadWaitingCode = () => import('./waiting-code.ts')
