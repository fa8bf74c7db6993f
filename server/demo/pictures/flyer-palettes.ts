/** Colours of one flyer: a night to stand on, three that shine on it. */
export interface Palette {
  /** Ground, and its darker edge. */
  readonly night: string
  readonly deep: string
  readonly main: string
  readonly second: string
  /** The lightest, used least. */
  readonly spark: string
}

const palette = (night: string, deep: string, main: string, second: string, spark: string): Palette => ({
  night,
  deep,
  main,
  second,
  spark,
})

export const PALETTES: readonly [Palette, ...Palette[]] = [
  palette('#2c1555', '#160a2e', '#b896f2', '#a34d92', '#ffd9f1'), // luna
  palette('#4a1226', '#240812', '#ff6a4d', '#a83a4f', '#f3cf8e'), // río al atardecer
  palette('#12426a', '#071c33', '#61b8f2', '#e2a72f', '#eaf6ff'), // celeste y sol
  palette('#552a0b', '#261003', '#f0ae2c', '#e2555a', '#ffe9b8'), // fogón
  palette('#0c3f35', '#051d19', '#4be093', '#e8c547', '#e9fff2'), // yerba
  palette('#1b1d3f', '#0a0b1e', '#5f7bff', '#ff5fa8', '#d7f4ff'), // neón
  palette('#3d0f4f', '#1b0526', '#ff4fd0', '#ff9a3d', '#ffe3f7'), // carnaval
  palette('#123038', '#061417', '#ff8a5c', '#2fb8b0', '#ffe8cf'), // costanera
  palette('#2a2a2e', '#101013', '#f4efe4', '#e33e3e', '#ffc233'), // afiche
  palette('#0f2b57', '#06122a', '#ffcf4a', '#4d8dff', '#fff6d6'), // madrugada
  palette('#3b1f2b', '#190b12', '#f29bb2', '#8fd0c6', '#fff0e6'), // jacarandá
  palette('#1f3a14', '#0c1a07', '#c5e84a', '#f2693c', '#f8ffdc'), // limón
]
