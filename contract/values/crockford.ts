/** Crockford's base 32: digits and letters of which none looks like another. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
