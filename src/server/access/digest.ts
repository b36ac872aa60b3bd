import { hash } from 'node:crypto'

/**
 * Returns the stored form of a random secret: SHA-256, in hex. With 112 bits or more, the secret
 * needs no salt.
 */
export const hashSecret = (secret: string): string => hash('sha256', secret)
