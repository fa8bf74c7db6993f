/** Labels of the vault for what requests keep sealed. */
export const DNI_LABEL = 'organizer-dni'
export const PHOTO_LABEL = 'organizer-photo'
