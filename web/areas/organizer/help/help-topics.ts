/** The help pages in the order of their list, and how one is found. */
import type { HelpTopic } from './help-topic.ts'
import { event } from './topics-event.ts'
import { money } from './topics-money.ts'
import { start } from './topics-start.ts'
import { team } from './topics-team.ts'

export const helpTopics: readonly HelpTopic[] = [...start, ...event, ...money, ...team]

export const findTopic = (slug: string | undefined): HelpTopic | undefined =>
  helpTopics.find((topic) => topic.slug === slug)

/** Topics that say every typed word somewhere, those that say it in their title first. */
export function searchTopics(typed: string): readonly HelpTopic[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  const inTitle = (topic: HelpTopic) => words.every((word) => fold(topic.title).includes(word))
  const found = helpTopics.filter((topic) => words.every((word) => textOf(topic).includes(word)))
  return found.sort((one, other) => Number(inTitle(other)) - Number(inTitle(one)))
}

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

function textOf({ title, lead, blocks }: HelpTopic): string {
  const texts = blocks.flatMap((block) => {
    if (typeof block === 'string') return block
    if ('steps' in block) return block.steps
    return 'question' in block ? [block.question, block.answer] : []
  })
  return fold([title, lead, ...texts].join(' '))
}
