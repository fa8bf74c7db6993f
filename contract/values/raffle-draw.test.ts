import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawCodes, hashOfCodes, hashOfSeed } from './raffle-draw.ts'

const seed = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
const codes = ['C0FFEE000001', 'A00000000002', 'B00000000003', 'A00000000001']

test('both hashes are what any tool says of the same bytes', async () => {
  expect(await hashOfSeed(seed)).toBe(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex'))
  expect(await hashOfCodes(codes)).toBe(
    createHash('sha256').update('A00000000001\nA00000000002\nB00000000003\nC0FFEE000001').digest('hex'),
  )
})

test('the order is that of the authentication codes, whatever the order of the list', async () => {
  const listHash = await hashOfCodes(codes)
  const mac = (code: string) =>
    createHmac('sha256', Buffer.from(seed, 'hex')).update(`${listHash}:${code}`).digest('hex')
  const inOrder = codes.toSorted((a, b) => (mac(a) < mac(b) ? -1 : 1))
  expect(await drawCodes({ seed, codes, places: 4 })).toEqual(inOrder)
  expect(await drawCodes({ seed, codes: codes.toReversed(), places: 2 })).toEqual(inOrder.slice(0, 2))
})

test('more places than codes draws them all, and of nobody there is nothing to draw', async () => {
  expect(await drawCodes({ seed, codes, places: 20 })).toHaveLength(4)
  expect(await drawCodes({ seed, codes: [], places: 3 })).toEqual([])
})

test('another code in the list, or another seed, is another draw', async () => {
  const first = await drawCodes({ seed, codes, places: 4 })
  const seeds = Array.from({ length: 20 }, (_, n) => n.toString(16).padStart(64, '0'))
  const draws = await Promise.all(seeds.map((other) => drawCodes({ seed: other, codes, places: 4 })))
  expect(new Set([first, ...draws].map((draw) => draw.join())).size).toBeGreaterThan(5)
  expect(await hashOfCodes([...codes, 'D00000000001'])).not.toBe(await hashOfCodes(codes))
})
