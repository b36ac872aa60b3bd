import type { Turn } from '../../messages/thread.ts'
import { hasVisibleResult } from '../models/has-visible-result.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'

const lineHeightPx = 25
const charactersPerLine = 88
const figuresHeightPx = 90
const cardHeightPx = 470

const countCards = ({ message: { toolCalls = [] } }: Turn) =>
  toolCalls.filter(hasVisibleResult).length

const estimates = new WeakMap<Turn, number>()

function estimatedHeight(turn: Turn): number {
  const known = estimates.get(turn)
  if (known !== undefined) return known
  const estimate = estimateHeight(turn)
  estimates.set(turn, estimate)
  return estimate
}

function estimateHeight(turn: Turn): number {
  const { text, role } = turn.message
  const breaks = text.length < 20_000 ? text.split('\n').length : 0
  const lines = Math.max(breaks, Math.ceil(text.length / charactersPerLine))
  const around = role === 'user' ? 56 : figuresHeightPx
  return lines * lineHeightPx + countCards(turn) * cardHeightPx + around
}

/** Measured minus estimated height in pixels, by kind of row. */
export type Corrections = Readonly<Record<string, number>>

const getRowKind = (turn: Turn): string => `${turn.message.role} ${countCards(turn)}`

export const corrected = (turn: Turn | undefined, corrections: Corrections): number =>
  turn ? estimatedHeight(turn) + (ownValue(corrections, getRowKind(turn)) ?? 0) : 0

/**
 * Computes corrections for unmeasured rows from measured rows. With a correct estimate, rendering a
 * row does not move other rows.
 */
export function getHeightCorrections(
  known: Corrections,
  turns: readonly Turn[],
  measured: ReadonlyMap<unknown, number>,
): Corrections {
  const off = new Map<string, number[]>()
  for (const turn of turns) {
    const height = measured.get(turn.message.id)
    if (height === undefined) continue
    const kind = getRowKind(turn)
    off.set(kind, [...(off.get(kind) ?? []), height - estimatedHeight(turn)])
  }
  const next = { ...known }
  for (const [kind, values] of off) {
    setOwn(next, kind, values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0)
  }
  return Object.keys(next).every((kind) => ownValue(next, kind) === ownValue(known, kind))
    ? known
    : next
}
