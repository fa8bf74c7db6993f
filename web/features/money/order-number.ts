/** The number of a purchase as it is shown, both of its ends: whole it is 22 letters that nobody reads. */
export function shortOrderNumber(publicId: string): string {
  return publicId.length > 12 ? `${publicId.slice(0, 5)}…${publicId.slice(-4)}` : publicId
}
