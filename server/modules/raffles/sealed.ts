/** Label of the vault for seeds that are not revealed yet. */
export const SEED_LABEL = 'raffle-seed'
