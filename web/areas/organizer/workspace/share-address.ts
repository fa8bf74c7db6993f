/** Names, in the query of an event's screens, the dialog with its link. */
export const SHARE = 'compartir'

/** This screen of the event with that dialog open. */
export const sharing = (path: string) => `${path}?${SHARE}=enlace`
