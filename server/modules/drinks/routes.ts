import * as contract from '#contract/events/drinks.ts'
import * as managed from '#contract/events/drinks-managed.ts'
import { bind } from '#server/http/bound.ts'
import { listDrinks, loadDrink } from './queries.ts'
import { createDrink, deleteDrink, updateDrink } from './save-drink.ts'

export const routes = [
  bind(contract.listDrinks, listDrinks),
  bind(contract.getDrink, (app, { params }) => loadDrink(app, params.drinkId)),
  bind(managed.createDrink, createDrink),
  bind(managed.updateDrink, updateDrink),
  bind(managed.deleteDrink, deleteDrink),
]
