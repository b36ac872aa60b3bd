import { hash } from 'node:crypto'

/**
 * Returns the stored form of a random secret: SHA-256 in hex. A secret of 112 bits or more needs no
 * salt.
 */
export const hashSecret = (secret: string): string => hash('sha256', secret)
