/**
 * The names of the two namespaces as clients know them: the only place in the tests that spells them out.
 */
export interface Names {
  /** `urn:svc:` */
  readonly urn: string;
  /** `com.svc` */
  readonly package: string;
  readonly exceptionClass: string;
  readonly systemActor: string;
  readonly protocolHeader: string;
  readonly methodHeader: string;
  readonly errorHeader: string;
  readonly warningHeader: string;
  readonly actorHeader: string;
}

export const SVC: Names = {
  urn: 'urn:svc:',
  package: 'com.svc',
  exceptionClass: 'com.svc.rpc.server.RpcServiceException',
  systemActor: 'urn:svc:corpuser:__svc_system',
  protocolHeader: 'X-Svc-Protocol-Version',
  methodHeader: 'X-Svc-Method',
  errorHeader: 'X-Svc-Error-Response',
  warningHeader: 'X-Svc-Warning',
  actorHeader: 'X-Svc-Actor',
};

export const DATAHUB: Names = {
  urn: 'urn:li:',
  package: 'com.linkedin',
  exceptionClass: 'com.linkedin.restli.server.RestLiServiceException',
  systemActor: 'urn:li:corpuser:__datahub_system',
  protocolHeader: 'X-RestLi-Protocol-Version',
  methodHeader: 'X-RestLi-Method',
  errorHeader: 'X-RestLi-Error-Response',
  warningHeader: 'X-DataHub-Warning',
  actorHeader: 'X-DataHub-Actor',
};
