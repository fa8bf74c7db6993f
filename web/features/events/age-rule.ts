/** What a minimum age means, as the terms and the event's editor say it. */
export const AGE_RULE =
  'En la puerta se pide DNI. Si el evento es solo para mayores, no le vendemos a quien no llega a esa edad el día del evento, y si se la pasan no le sirve.'
