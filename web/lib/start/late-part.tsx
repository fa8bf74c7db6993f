import { lazy, useState, type ComponentType } from 'react'

export interface LatePart<Props extends object> {
  /** Brings it; a screen's loader may wait for it. */
  fetch: () => Promise<void>
  Part: ComponentType<Props>
}

/**
 * A part of a screen in a chunk of its own. What was fetched before is drawn at once: a lazy one shows its stand-in for some
 * 300 ms, and keys pressed then are lost. Goes in a `Suspense`.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let here: ComponentType<Props> | undefined
  const arrive = async () => (here = await load())
  const Late = lazy(async () => ({ default: await arrive() }))
  function Part(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => here ?? Late)
    return <Shown {...props} />
  }
  return { fetch: async () => void (await arrive()), Part }
}
