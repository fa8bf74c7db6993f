/**
 * The colours of series, in the order in which they are used. Of look's colours the four that stay apart for everybody,
 * and that say nothing by themselves as red and green do; a fifth series belongs under «Otros».
 */
export const palette = ['celeste', 'sol', 'papel', 'borde-campo'] as const

export function colourOf(series: number): string {
  return `var(--color-${palette[series % palette.length] ?? palette[0]})`
}
