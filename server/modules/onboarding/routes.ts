import { getOnboardingInfo, sendOnboarding } from '#contract/companies/onboarding.ts'
import * as requests from '#contract/companies/onboarding-requests.ts'
import { bind } from '#server/http/bound.ts'
import { decideRequest } from './decide-request.ts'
import { listRequests } from './queries-requests.ts'
import { getOnboarding } from './queries.ts'
import { sendRequest } from './send-request.ts'
import { viewDni } from './view-dni.ts'
import { viewPhoto } from './view-photo.ts'

export const routes = [
  bind(getOnboardingInfo, getOnboarding),
  bind(sendOnboarding, sendRequest),
  bind(requests.listOrganizerRequests, listRequests),
  bind(requests.decideOrganizerRequest, decideRequest),
  bind(requests.getOrganizerRequestDni, viewDni),
  bind(requests.getOrganizerRequestPhoto, viewPhoto),
]
