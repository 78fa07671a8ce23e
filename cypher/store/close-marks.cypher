// Together with store/guard-marks: the node that no marked entity may equal. Unreleased versions before 0.3 took its mark away.
// Scans the label Closed, which only this node has.
MERGE (c:Closed)
SET c:Dirty, c._l = 1
