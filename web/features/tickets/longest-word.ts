/** Letters of the longest word of a name: what decides at which size a title stands in a narrow place without a break. */
export function longestWord(name: string): number {
  return Math.max(...name.split(/\s+/).map(({ length }) => length))
}
