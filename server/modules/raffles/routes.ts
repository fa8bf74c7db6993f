import * as contract from '#contract/events/raffles.ts'
import { bind } from '#server/http/bound.ts'
import { enterRaffle } from './enter-raffle.ts'
import { getRafflePage, listRaffleCodes, listRaffles } from './queries.ts'
import { cancelRaffle } from './cancel-raffle.ts'
import { closeRaffle } from './close-raffle.ts'
import { createRaffle } from './create-raffle.ts'
import { drawRaffle } from './draw-raffle.ts'
import { openRaffle } from './open-raffle.ts'
import { publishRaffle } from './publish-raffle.ts'
import { updateRaffle } from './update-raffle.ts'

export const routes = [
  bind(contract.listRaffles, listRaffles),
  bind(contract.createRaffle, createRaffle),
  bind(contract.updateRaffle, updateRaffle),
  bind(contract.getRaffle, getRafflePage),
  bind(contract.listRaffleCodes, listRaffleCodes),
  bind(contract.enterRaffle, enterRaffle),
  bind(contract.openRaffle, openRaffle),
  bind(contract.closeRaffle, closeRaffle),
  bind(contract.drawRaffle, drawRaffle),
  bind(contract.publishRaffle, publishRaffle),
  bind(contract.cancelRaffle, cancelRaffle),
]
