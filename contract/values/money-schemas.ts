/** Amounts on the wire. Apart from the words of money: a page that only shows prices needs no schemas. */
import * as z from 'zod/mini'
import { MAX_PRICE } from './money.ts'

/**
 * Pesos in an answer. Not bounded: sums have no end that a schema could name, and a read must never fail for the size of
 * a figure.
 */
export const pesos = z.number().check(z.minimum(0))

/** A price that people type: whole pesos. */
export const price = z.int('Usá pesos enteros').check(z.minimum(0), z.maximum(MAX_PRICE))

/** An amount of ours on the wire, in centavos; may be negative in ledgers. */
export const cents = z.int()
