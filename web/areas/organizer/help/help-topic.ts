/** What a help page is made of: short Spanish, in the order in which a person does things. */

export const audiences = {
  organizer: 'Para organizadores',
  promoter: 'Para RRPP',
  door: 'Para la puerta y la barra',
} as const

export type HelpBlock =
  | string
  | { readonly steps: readonly string[] }
  /** A picture of the real screen, made by `npm run docs:pictures`; its text says what is seen. */
  | { readonly picture: string; readonly alt: string }
  | { readonly question: string; readonly answer: string }

export interface HelpTopic {
  /** Its address, and the name by which the register of screens leads to it. */
  readonly slug: string
  readonly audience: keyof typeof audiences
  readonly title: string
  /** One sentence: what the reader can do after it. */
  readonly lead: string
  readonly blocks: readonly HelpBlock[]
}
