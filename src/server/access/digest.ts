import { hash } from 'node:crypto'

/** What is stored of a secret of 112 random bits or more: SHA-256, in hex. Nobody can guess such a one, so it needs no salt. */
export const digestOf = (secret: string): string => hash('sha256', secret)
