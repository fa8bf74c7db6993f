import { expect, test } from 'vitest'
import { existsSync } from 'node:fs'
import { screenList } from '#contract/platform/screens.ts'
import { findTopic, helpTopics, searchTopics } from './help-topics.ts'

const titles = (typed: string) => searchTopics(typed).map(({ slug }) => slug)

test('every screen leads to a page that exists, and no page has another’s address', () => {
  for (const { name, help } of screenList) if (help) expect(findTopic(help), name).toBeTruthy()
  expect(new Set(helpTopics.map(({ slug }) => slug)).size).toBe(helpTopics.length)
})

test('every picture of the help exists', () => {
  const pictures = helpTopics.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (typeof block === 'object' && 'picture' in block ? block.picture : [])),
  )
  for (const picture of pictures) expect(existsSync(`web/public/help/${picture}.webp`), picture).toBe(true)
})

test('a page is found by its words in any case and without accents, by its title first', () => {
  expect(titles('LIQUIDACIÓN')[0]).toBe('liquidaciones')
  expect(titles('cortesias')[0]).toBe('generar')
  expect(titles('  devolver   plata ')).toContain('reembolsos')
  expect(titles('🦄')).toEqual([])
  expect(titles('')).toHaveLength(helpTopics.length)
})
